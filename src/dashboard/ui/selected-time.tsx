import { hrefOf, type Router, withQuery } from "../session/route.ts";
import { timeText } from "./time.tsx";

/** Says which time a list is narrowed to, with a link to all of it. */
export const SelectedTime = ({ router }: { router: Router }) => {
  const { page, query } = router.route.value;
  const time = timeBody(query);
  if (!time) return null;
  return (
    <p class="selected">
      {timeText(time.from).slice(0, -3)} to {timeText(time.until).slice(0, -3)}{" "}
      <a href={hrefOf(page, withQuery(query, { from: "", until: "" }))}>Show all times</a>
    </p>
  );
};

/** Returns the part of a request by which the address narrows a list to a time; null for all times. */
export const timeBody = (query: URLSearchParams): { from: number; until: number } | null => {
  const [from = NaN, until = NaN] = ["from", "until"].map((name) => Number(query.get(name) || NaN));
  return Number.isSafeInteger(from) && Number.isSafeInteger(until) ? { from, until } : null;
};
