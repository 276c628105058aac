-- Distributes the store of a PostgreSQL with Citus by Item; docs/postgresql.md says when to run it, and the effects.
--
--   psql --set ON_ERROR_STOP=1 --single-transaction --file=deploy/citus.sql "$DATABASE_URL"

-- On every node, so that distributed tables can refer to them.
select create_reference_table('client');
select create_reference_table('item');

-- Nearly all bytes, and what a pull writes. Rows of one Item are on one node.
select create_distributed_table('transaction_feed', 'item_id');
select create_distributed_table('item_transaction', 'item_id', colocate_with => 'transaction_feed');
select create_distributed_table('transaction_day', 'item_id', colocate_with => 'transaction_feed');
select create_distributed_table('removed_transaction', 'item_id', colocate_with => 'transaction_feed');
select create_distributed_table('item_account', 'item_id', colocate_with => 'transaction_feed');
select create_distributed_table('connector_state', 'item_id', colocate_with => 'transaction_feed');
select create_distributed_table('item_read', 'item_id', colocate_with => 'transaction_feed');
select create_distributed_table('item_pull', 'item_id', colocate_with => 'transaction_feed');
