import type { ComponentChildren } from "preact";
import { Icon } from "./icon.tsx";

type OutLinkProps = {
  class: string;
  href: string;
  testId: string;
  /** Announces the new tab to screen readers. */
  newTab: string;
  onClick?: () => void;
  children: ComponentChildren;
};

/** A link that opens a tab without an opener. */
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
