import type { Query } from "./use-query.ts";

/** Why there is nothing newer to see, and the way to ask again. */
export const ReadFailure = ({
  failure,
  isLoading,
  reload,
}: Pick<Query<unknown>, "failure" | "isLoading" | "reload">) =>
  failure === null ? null : (
    <div class="notice failure" role="status">
      {failure}{" "}
      <button type="button" class="link" aria-disabled={isLoading} onClick={reload}>
        Try again
      </button>
    </div>
  );
