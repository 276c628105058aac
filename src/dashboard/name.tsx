import { brand } from "./brand.ts";

/** The name of the site. */
export const Name = () => (
  <p class="name">
    {brand().name} <span>Dashboard</span>
  </p>
);
