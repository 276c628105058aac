import type { ComponentChildren } from "preact";
import { Icon } from "./icon.tsx";

type OutLinkProps = {
  class: string;
  href: string;
  testId: string;
  /** Says that another tab opens, to those who do not see the arrow. */
  newTab: string;
  onClick?: () => void;
  children: ComponentChildren;
};

/** A link to somewhere else, in a tab of its own that knows nothing of this one. */
export const OutLink = ({ href, testId, newTab, onClick, children, ...look }: OutLinkProps) => (
  <a
    {...look}
    href={href}
    target="_blank"
    rel="noopener noreferrer"
    data-testid={testId}
    onClick={onClick}
  >
    {children}
    <Icon d="M9 6h9v9M18 6L7 17" />
    <span class="unseen"> ({newTab})</span>
  </a>
);
