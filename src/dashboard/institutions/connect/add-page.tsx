import type { PageProps } from "../../session/page.ts";
import { hrefOf, scopeOf } from "../../session/route.ts";
import { ForRole } from "../../ui/for-role.tsx";
import { ConnectionForm } from "./connection-form.tsx";

/** Adds an institution that has a data API. */
export const AddPage = ({ controller, router }: PageProps) => {
  const scope = scopeOf(router.route.value.query);
  const goOn = router.navigateIfStillHere();
  return (
    <>
      <p class="back">
        <a href={hrefOf("institutions", scope)}>← All institutions</a>
      </p>
      <section class="card" aria-labelledby="add-institution">
        <h2 id="add-institution">Add an institution that has a data API</h2>
        <p class="lead">
          Its users sign in at its own site by OpenID Connect, and their data is read by FDX, unless
          another standard is chosen. Link lists it within two seconds.
        </p>
        <ForRole least="developer">
          <ConnectionForm
            {...{ controller, id: null, stored: null, liveItems: 0 }}
            onDone={(id) => goOn(hrefOf(`institutions/${id}`, scope))}
          />
        </ForRole>
      </section>
    </>
  );
};
