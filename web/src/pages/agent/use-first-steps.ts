import type { OwnKyc } from '@raahi/contract/kyc'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAccount } from '../../features/account/public/use-account.ts'
import { ownKycQuery } from '../../features/kyc/public/own-kyc.api.ts'
import {
  leadPreferencesQuery,
  saveLeadPreferences,
} from '../../features/leads/public/lead-preferences.api.ts'
import { usePurchaseFigures } from '../../features/purchases/purchases.api.ts'
import { readLocalText, storeLocalText, userTextKey } from '../../lib/local-texts.ts'
import { serverNowMs } from '../../lib/server-clock.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'

const stepNames = ['email', 'details', 'document', 'destinations', 'money', 'lead'] as const
export type StepName = (typeof stepNames)[number]

/** waiting: the agent has done the step, and an admin has not decided yet. */
export interface Step {
  name: StepName
  state: 'done' | 'waiting' | 'open'
}

/** An account is new for this long: the place of the steps is then kept free while they load. */
const newAccountMs = 30 * 24 * 60 * 60 * 1000

export type FirstSteps = ReturnType<typeof useFirstSteps>

/** The first steps of a new agent. They are shown to owners until all are done, or until the agent hides them. */
export function useFirstSteps() {
  const { user } = useAccount()
  const client = useQueryClient()
  const preferences = useQuery(leadPreferencesQuery(user._id))
  const kyc = useQuery(ownKycQuery)
  const figures = usePurchaseFigures()
  const queries = [preferences, kyc, figures]
  const hide = useSingleMutation({
    mutationFn: (_: undefined) => saveLeadPreferences(client, user._id, { hidesFirstSteps: true }),
  })
  const bought = figures.data?.totalLeads
  const isLoaded = preferences.data !== undefined && kyc.data !== undefined && bought !== undefined
  const states: Record<StepName, Step['state']> = {
    email: doneIf(user.emailConfirmed),
    details: doneIf(user.billingState !== null),
    document: documentStates[kyc.data?.status ?? 'none'],
    destinations: doneIf(preferences.data?.destinations.length),
    money: doneIf(user.wallet > 0 || user.plan !== null || bought),
    lead: doneIf(bought),
  }
  const steps = stepNames.map((name): Step => ({ name, state: states[name] }))
  const isOver =
    user.agency?.role === 'buyer' ||
    preferences.data?.hidesFirstSteps === true ||
    steps.every(({ state }) => state === 'done')
  const before = useFormerState(user, isLoaded ? !isOver : undefined)
  const isExpected = before === 'expected'
  return {
    user,
    kyc: kyc.data,
    steps,
    /** The first step that the agent can do now. */
    current: steps.find(({ state }) => state === 'open')?.name,
    /** Whether the panel is on the screen, also while it loads or after it failed. */
    isShown: isLoaded ? !isOver : isExpected,
    isLoaded,
    /** The steps may still appear among the panels, so these are hidden. */
    isUnknown: !isLoaded && before === 'unknown' && !queries.some(({ isError }) => isError),
    /** The agent has bought no lead, so that the panels about purchases would be empty. */
    isFirstRun: (isLoaded ? !isOver : isExpected) && !bought,
    error: isLoaded ? null : (queries.find(({ error }) => error)?.error ?? null),
    isRetrying: queries.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const query of queries) if (query.error) void query.refetch()
    },
    hide,
  }
}

const doneIf = (value: unknown) => (value ? 'done' : 'open')

const documentStates: Record<OwnKyc['status'], Step['state']> = {
  none: 'open',
  submitted: 'waiting',
  approved: 'done',
  rejected: 'open',
}

/**
 * What is known of the steps before the server has responded: this browser has seen that they are over, or the account is
 * new, so that they are probably shown.
 * @param isShown undefined until the server has responded
 */
function useFormerState(user: { _id: string; createdAt: string }, isShown: boolean | undefined) {
  const key = userTextKey('first-steps', user._id)
  const [before] = useState(() => {
    if (readLocalText(key) === 'over') return 'over'
    const ageMs = serverNowMs() - new Date(user.createdAt).getTime()
    return ageMs < newAccountMs ? 'expected' : 'unknown'
  })
  useEffect(() => {
    if (isShown === false) storeLocalText(key, 'over')
  }, [key, isShown])
  return before
}
