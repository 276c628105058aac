import { COUNTRY_CODES } from "../../../protocol/vocabulary.ts";
import { Field, type FieldProblems, Ticks } from "./field.tsx";

const PRODUCTS = ["auth", "balance", "identity", "transactions", "income", "assets"];

/** Which institution it is, where it is not there yet. */
export const InstitutionFields = ({ problems }: { problems: FieldProblems }) => (
  <>
    <h3>The institution</h3>
    <Field
      name="name"
      label="Name"
      placeholder="Lantern Bank"
      problems={problems}
      hint="As its customers call it: they search for it in Link."
    />
    <Field
      name="institution_id"
      label="institution_id"
      placeholder="ins_700001"
      problems={problems}
      hint="By default the next one that is free. It cannot be changed later."
    />
    <Ticks
      name="country_codes"
      legend="Countries"
      all={COUNTRY_CODES}
      chosen={["US"]}
      problems={problems}
    />
    <Ticks
      name="products"
      legend="Products that it can share"
      all={PRODUCTS}
      chosen={["auth", "balance", "identity", "transactions"]}
      problems={problems}
    />
    <Field name="url" label="Its site" placeholder="https://lantern.example/" problems={problems} />
  </>
);
