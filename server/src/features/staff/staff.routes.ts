import * as staff from '@raahi/contract/staff'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import { addStaff } from './add-staff.ts'
import { changeRights, type StaffDeps } from './change-rights.ts'
import { findStaff } from './staff.queries.ts'

export function addStaffRoutes(deps: RouteDeps & StaffDeps): void {
  const { addRoute } = deps
  addRoute(staff.listStaff, async () => ({ data: await findStaff(deps.database.kysely) }))

  addRoute(staff.addStaff, async (call) => ({
    data: await addStaff(deps, { caller: call.caller, actor: actorOf(call) }, call.body),
  }))

  addRoute(staff.changeStaffRights, async (call) => {
    const change = { userId: call.params.id, ...call.body }
    const data = await changeRights(deps, { caller: call.caller, actor: actorOf(call) }, change)
    return { data }
  })
}
