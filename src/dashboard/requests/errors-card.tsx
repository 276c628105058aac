import type { DashboardRequestErrors } from "../../protocol/dashboard-traffic.ts";
import { Bars } from "../ui/bars.tsx";

/** How many bars are drawn. */
const MOST = 8;

type ErrorsProps = {
  answer: DashboardRequestErrors | null;
  /** The period that they were counted of, in words. */
  period: string;
  /** The address of the requests with a code. */
  hrefOf(code: string): string;
};

/** How many requests failed in a period, by the code of their error; each leads to its requests. */
export const ErrorsCard = ({ answer, period, hrefOf }: ErrorsProps) => {
  if (!answer || answer.count === 0) return null;
  const first = answer.errors.slice(0, MOST);
  const rest = answer.count - first.reduce((sum, { count }) => sum + count, 0);
  return (
    <section class="card" aria-labelledby="errors">
      <h2 id="errors">Errors by code</h2>
      <p class="lead">
        {period}: {answer.count.toLocaleString("en")} {answer.count === 1 ? "request" : "requests"}{" "}
        with an error.
      </p>
      <Bars
        bars={[
          ...first.map(({ error_code, count }) =>
            error_code === null
              ? { name: "without a code", count }
              : { name: error_code, count, href: hrefOf(error_code) },
          ),
          ...(rest > 0 ? [{ name: "others", count: rest }] : []),
        ]}
      />
    </section>
  );
};
