/** The query of each invariant selects the rows that violate it. */
export const auditLogInvariants = {
  'each action says in which role it was done': `
    select l.id, l.actor_role, u.role from audit_log l left join users u on u.id = l.actor_id
    where l.actor_role <> coalesce(u.role, 'console')`,
}
