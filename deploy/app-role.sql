-- Runs once, as the owner, when the database is created. `db migrate` gives the role its rights.
\getenv password APP_DATABASE_PASSWORD
create role scrip_app login password :'password';
