import { Mark } from "../ui/mark.tsx";
import { Screen } from "../ui/screen.tsx";
import type { View } from "./view.ts";

/** What we are doing for the user right now; they may leave at any time. */
export const Loading: View<"LOADING"> = ({ state: { task, institution }, text }) => {
  const title = {
    institution: text.opening,
    credentials: text.signingIn,
    mfa: text.signingIn,
    accounts: () => text.finishing,
  }[task](institution.name);
  const emblem = (
    <div class="emblem ring">
      <Mark shape={institution.mark} color={institution.color} />
    </div>
  );
  return (
    <Screen title={title} emblem={emblem}>
      {(task === "credentials" || task === "mfa") && <p class="lead">{text.signingInHelp}</p>}
    </Screen>
  );
};
