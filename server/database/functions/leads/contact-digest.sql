create or replace function contact_digest(p_name text, p_phone text, p_email text) returns bytea language sql immutable as $$
  select sha256(convert_to(jsonb_build_array(p_name, p_phone, p_email)::text, 'UTF8'))
$$;
