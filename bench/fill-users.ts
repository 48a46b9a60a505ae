import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { numberedSql } from './fill.ts'

const ID_PREFIX = '01920000'

/**
 * Creates one admin, and agents who signed up during the last two years. Each agent has an empty wallet, every third
 * has an active plan, every third has a KYC document to check, every hundredth is suspended.
 * @returns the admin's access token
 */
export async function addUsers(client: pg.Client, count: number): Promise<string> {
  await client.query(
    `with people as (
       insert into users (id, name, email, phone, password_hash, city, company_name, role, status,
         kyc_file, kyc_name, kyc_type, first_login_at, created_at)
       select ${numberedSql(ID_PREFIX, 'n')},
         (array['Asha','Ravi','Meera','Kabir','Leela','Arjun','Nisha','Vikram','Farah','Tenzin','Divya',
           'Harsh'])[1 + n * 7919 / 13 % 12] || ' ' ||
         (array['Sharma','Iyer','Khan','Das','Patel','Reddy','Singh','Nair','Bose','Gill','Mehta'])
           [1 + n % 11],
         'agent' || n || '@agency' || n * 31 % 5003 || '.example', '+9171' || lpad(n::text, 8, '0'),
         repeat('x', 97),
         (array['Mumbai','Delhi','Pune','Chennai','Kolkata','Jaipur','Kochi','Leh','Surat','Indore',
           'Bhopal','Nagpur'])[1 + n * 17 % 12],
         (array['Marigold','Snowline','Saffron','Camel Post','High Pass','Teesta','Blue Harbour',
           'Monsoon'])[1 + n * 7 % 8] || ' ' ||
         (array['Travels','Tours','Holidays','Journeys','Escapes'])[1 + n * 3 % 5] || ' ' || n % 9973,
         'user', case when n % 100 = 50 then 'suspended' else 'active' end,
         case when n % 3 = 1 then n || '.pdf' end, case when n % 3 = 1 then 'pan.pdf' end,
         case when n % 3 = 1 then 'application/pdf' end, now(), now() - interval '730 days' * (1 - (n + 1.0) / $1::bigint)
       from generate_series(0::bigint, $1::bigint - 1) n returning id
     )
     insert into accounts (id, kind, user_id, balance_paise) select id, 'wallet', id, 0 from people`,
    [count],
  )
  await client.query(
    `with plan as (
       insert into plans (id, plan_id, name, price_paise, description, validity_days, type, lead_quota)
       values (gen_random_uuid(), 'FREE', 'First steps', 0, 'x', 90, 'both', 10) returning id
     )
     insert into subscriptions (id, user_id, plan_id, plan_name, price_paise, type, validity_days,
       lead_quota, cause, ends_at)
     select gen_random_uuid(), ${numberedSql(ID_PREFIX, 'n')}, plan.id, 'First steps', 0, 'both', 90, 10,
       'free', clock_timestamp() + interval '90 days'
     from plan, generate_series(0::bigint, $1::bigint - 1, 3) n`,
    [count],
  )
  await fillActivity(client)
  return addAdmin(client)
}

/** Two thirds were active in the last year. */
async function fillActivity(client: pg.Client): Promise<void> {
  await client.query(
    `update users set last_active_at = now() - interval '1 second' * (mix % 31536000)
     from (select id as user_id, abs(hashtext(id::text)::bigint) as mix from users) mixed
     where user_id = id and mix % 3 > 0`,
  )
}

async function addAdmin(client: pg.Client): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await client.query(
    `with admin as (
       insert into users (id, name, email, password_hash, company_name, role)
       values (gen_random_uuid(), 'Admin', 'admin@bench.example', 'none', 'Raahi', 'admin') returning id
     ), session as (
       insert into sessions (id, user_id) select gen_random_uuid(), id from admin returning id
     )
     insert into session_tokens (token_hash, session_id, kind, expires_at)
     select $1, id, 'access', now() + interval '1 day' from session`,
    [createHash('sha256').update(token).digest()],
  )
  return token
}
