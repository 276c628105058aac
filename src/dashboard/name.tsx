/** What this page is called. */
export const Name = () => (
  <p class="name">
    service-link <span>Dashboard</span>
  </p>
);
