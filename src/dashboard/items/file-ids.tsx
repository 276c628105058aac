import type { DashboardItemDetails } from "../../protocol/dashboard/dashboard-items.ts";
import { ForRole } from "../ui/for-role.tsx";
import { numberText } from "../ui/number-text.ts";
import type { Action } from "../ui/use-action.tsx";

type Account = DashboardItemDetails["accounts"][number];
type FileIdsProps = {
  account: Account;
  itemId: string;
  action: Action<DashboardItemDetails>;
  onChange: () => void;
};

/** Shows and sets whether the ids of an account's files change when a payment is booked again. */
export const FileIds = ({ account, itemId, action, onChange }: FileIdsProps) => {
  const { account_id, name, file_ids } = account;
  if (!file_ids) return null;
  const { rebook, rebooked, setting } = file_ids;
  const id = `ids-${account_id}`;
  const set = async (to: string): Promise<void> => {
    const body = { item_id: itemId, account_id, setting: to };
    if (await action.run("items/set-ids", body, `The ids of ${name} are set.`)) onChange();
  };
  const source = setting === "learn" ? "as its files show" : "as set";
  return (
    <small>
      {" "}
      Its ids {rebook ? "change once a payment is booked again" : "stay"} ({source};{" "}
      {numberText(rebooked)} booked again).
      <ForRole least="developer">
        {" "}
        <label for={id} class="visually-hidden">
          Ids of {name}
        </label>
        <select
          id={id}
          value={setting}
          disabled={action.isBusy}
          onChange={({ currentTarget }) => void set(currentTarget.value)}
        >
          <option value="learn">Learn from its files</option>
          <option value="stay">They stay</option>
          <option value="move">They change</option>
        </select>
      </ForRole>
    </small>
  );
};
