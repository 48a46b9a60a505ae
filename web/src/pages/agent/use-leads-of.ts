import { type AssigneeFilter, assigneeFilters } from '@raahi/contract/assignee-filter'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { memberNamesQuery, useAssignees } from '../../features/members/public/members.api.ts'
import { readLocalText, storeLocalText, userTextKey } from '../../lib/local-texts.ts'

/** Whose leads the home shows. The choice is kept in this browser, and has no effect in an agency of one. */
export function useLeadsOf(userId: string) {
  const key = userTextKey('home-leads-of', userId)
  const [chosen, setChosen] = useState(() =>
    assigneeFilters.find((value) => value === readLocalText(key)),
  )
  const hasMembers = useAssignees().length > 0
  const { isPending } = useQuery(memberNamesQuery)
  return {
    assignee: hasMembers ? chosen : undefined,
    /** The switch would move the panels if it came after them. */
    isUnknown: isPending,
    choose(assignee: AssigneeFilter | undefined) {
      storeLocalText(key, assignee ?? 'all')
      setChosen(assignee)
    },
  }
}
