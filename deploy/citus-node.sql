-- Runs once on each node, as the owner, when its database is created: how the nodes sign in to each other.
\getenv owner_password POSTGRES_PASSWORD
\getenv app_password APP_DATABASE_PASSWORD
insert into pg_dist_authinfo values
  (0, 'scrip', 'password=' || :'owner_password'),
  (0, 'scrip_app', 'password=' || :'app_password');
