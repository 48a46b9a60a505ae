/** The query of each invariant selects the rows that violate it. */
export const sessionInvariants = {
  'no live session of a suspended user': `
    select s.id, s.user_id from sessions s join users u on u.id = s.user_id
    where u.status = 'suspended' and s.ended_at is null`,
}
