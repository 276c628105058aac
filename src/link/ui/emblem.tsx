import { Icon } from "./icon.tsx";
import { Logo, type LogoProps } from "./logo.tsx";

const BADGES = {
  bad: "M12 6v8M12 17.9v.1",
  asking: "M9 9.5a3 3 0 1 1 4.5 2.6C12.4 12.8 12 13.3 12 14.5M12 17.9v.1",
};

/** A large logo with a badge for the outcome in its corner; only decoration. */
export const Emblem = ({ badge, ...logo }: LogoProps & { badge: keyof typeof BADGES }) => (
  <div class={`emblem badged ${badge}`}>
    <Logo {...logo} />
    <Icon d={BADGES[badge]} />
  </div>
);
