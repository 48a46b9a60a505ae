/** The query of each invariant selects the rows that violate it. */
export const auditLogInvariants = {
  'each action says in which role it was done': `
    select l.id, l.actor_role, u.role from audit_log l left join users u on u.id = l.actor_id
    where l.actor_role <> coalesce(u.role, 'console')`,
  'the counted blocks of the audit log are what they hold': `
    select block, kept.n as kept, counted.n as counted
    from audit_blocks kept full join (
      select id / audit_block_size() as block, actor_role, action, count(*) as n from audit_log
      where id / audit_block_size() < (select block from audit_blocks_next) group by 1, 2, 3
    ) counted using (block, actor_role, action)
    where kept.n is distinct from counted.n`,
}
