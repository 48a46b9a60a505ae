import type { ReplacementRequest } from '@raahi/contract/replacements'

/** Whether this admin cannot decide the appeal, because the same admin rejected the first request and there is another one. */
export function needsOtherAdmin(
  { appealsAgainst }: Pick<ReplacementRequest, 'appealsAgainst'>,
  adminId: string | undefined,
): boolean {
  return appealsAgainst?.needsOtherAdmin === true && appealsAgainst.rejectedBy?._id === adminId
}
