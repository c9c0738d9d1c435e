-- Runs on the coordinator, as the owner, at each start. The coordinator has only shared tables, and buckets are on workers.
select citus_set_coordinator_host('postgres', 5432);
select citus_set_node_property('postgres', 5432, 'shouldhaveshards', false);
select citus_add_node('worker-1', 5432);
select citus_add_node('worker-2', 5432);
select citus_add_node('worker-3', 5432);
