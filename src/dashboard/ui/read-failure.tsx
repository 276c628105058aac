import type { Query } from "./use-query.ts";

/** Says why there is no newer response, with a button to try again. */
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
