type ClientNameProps = { client_id: string; client_name: string | null };

/** A client's name with its id below; its id alone without a name. */
export const ClientName = ({ client_id, client_name }: ClientNameProps) => (
  <>
    {client_name ?? client_id}
    {client_name !== null && <small>{client_id}</small>}
  </>
);
