/** Reserves the space of rows that are being loaded, as high as they will be. */
export const Loading = ({ rows }: { rows: number }) => (
  <div class="skeleton" role="status">
    <span class="visually-hidden">Loading…</span>
    {Array.from({ length: rows }, (_, at) => (
      <span key={at} />
    ))}
  </div>
);
