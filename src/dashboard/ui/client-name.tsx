type ClientNameProps = { client_id: string; client_name: string | null };

/** A client by the name that the operator gave it, with its id below; by its id alone where it has none. */
export const ClientName = ({ client_id, client_name }: ClientNameProps) => (
  <>
    {client_name ?? client_id}
    {client_name !== null && <small>{client_id}</small>}
  </>
);
