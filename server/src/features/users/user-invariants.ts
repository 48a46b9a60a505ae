/** The query of each invariant selects the rows that violate it. */
export const userInvariants = {
  'one account per email and per phone': `
    select lower(email) as who, count(*) from users group by 1 having count(*) > 1
    union all select phone, count(*) from users where phone is not null group by 1 having count(*) > 1`,
  'the kept counts of users are those of the table': `
    select day, k.n as kept, u.n as counted
    from user_day_counts k full join (
      select (created_at at time zone 'UTC')::date as day, count(*) as n from users group by 1
    ) u using (day)
    where coalesce(k.n, 0) <> coalesce(u.n, 0)`,
}
