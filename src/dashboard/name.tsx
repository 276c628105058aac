import { brand } from "./brand.ts";

/** What this page is called. */
export const Name = () => (
  <p class="name">
    {brand().name} <span>Dashboard</span>
  </p>
);
