import { addStaff, changeStaffRights, listStaff } from '@raahi/contract/staff'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../lib/api.ts'
import { usersKey } from '../../lib/query-keys.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'

/** The admins with their rights. The key is below that of all users, so that a suspension refreshes them too. */
export function useStaff() {
  return useQuery({
    queryKey: [...usersKey, 'staff'],
    queryFn: ({ signal }) => call(listStaff, {}, { signal }),
  })
}

export function useAddStaff() {
  return useSingleMutation({
    mutationFn: (body: z.input<typeof addStaff.body>) => call(addStaff, { body }),
    refreshes: [usersKey],
  })
}

export function useChangeRights() {
  return useSingleMutation({
    mutationFn: ({ id, ...body }: z.input<typeof changeStaffRights.body> & { id: string }) =>
      call(changeStaffRights, { params: { id }, body }),
    refreshes: [usersKey],
  })
}
