-- The two roles the server works as. Neither can pass row security nor log in: the server takes one on for the length
-- of a transaction (SET LOCAL ROLE). Roles belong to the whole cluster, so another database of the same server may
-- have made them already, or be making them at this moment.
DO $$
DECLARE
  wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['gatehouse_app', 'gatehouse_platform'] LOOP
    FOR attempt IN 1..50 LOOP
      BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
          EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS', wanted);
        END IF;
        IF NOT EXISTS (
          SELECT FROM pg_auth_members
          JOIN pg_roles granted ON granted.oid = roleid
          JOIN pg_roles holder ON holder.oid = member
          WHERE granted.rolname = wanted AND holder.rolname = current_user
        ) THEN
          EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
        END IF;
        EXIT;
      EXCEPTION
        -- internal_error is "tuple concurrently updated": two databases granting at once.
        WHEN duplicate_object OR unique_violation OR internal_error THEN
          IF attempt = 50 THEN
            RAISE;
          END IF;
          PERFORM pg_sleep(0.02);
      END;
    END LOOP;
  END LOOP;
END
$$;

GRANT USAGE ON SCHEMA public TO gatehouse_app, gatehouse_platform;
ALTER DEFAULT PRIVILEGES IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO gatehouse_app, gatehouse_platform;
ALTER DEFAULT PRIVILEGES IN SCHEMA public
  GRANT USAGE, SELECT ON SEQUENCES TO gatehouse_app, gatehouse_platform;
