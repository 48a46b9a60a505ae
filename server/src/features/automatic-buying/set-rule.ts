import {
  type AutomaticBuyingForm,
  type AutomaticBuyingRule,
  maxAutomaticBuyingDays,
} from '@raahi/contract/automatic-buying'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { recipientOf } from '../../platform/mail/address-mail.ts'
import type { QueueMail, Recipient } from '../../platform/mail/mail.ts'
import {
  type CheckedAccount,
  checkOwnPassword,
  wrongPassword,
} from '../auth/public/check-own-password.ts'
import type { Passwords } from '../auth/public/passwords.ts'
import { findLiveSession } from '../auth/public/sessions.queries.ts'
import { lockSavedSearch } from '../saved-searches/public/saved-searches.queries.ts'
import { requireOwner } from '../users/public/lock-agency.ts'
import { ruleSetMail } from './public/automatic-buying-mails.ts'
import { findRules, lockRule, lockRulesOfAgent, toRule } from './public/rules.queries.ts'

/**
 * Switches on automatic buying for a search of the caller, or changes its limits. The password is required, because a
 * stolen session alone must not spend money. A confirmed email is required, because this change and each purchase are
 * mailed with a link that pauses the rule.
 * @throws ApiFailure SAVED_SEARCH_NOT_FOUND; VALIDATION_FAILED for a last day outside the allowed period;
 * EMAIL_NOT_CONFIRMED; CURRENT_PASSWORD_WRONG; TOO_MANY_REQUESTS; UNAUTHENTICATED if the agent was suspended meanwhile;
 * FORBIDDEN if another member owns the agency now
 */
export async function setRule(
  deps: { database: Database; passwords: Passwords; queueMail: QueueMail; publicUrl: string },
  { caller, actor }: { caller: Caller; actor: Actor },
  searchId: string,
  { currentPassword, ...form }: AutomaticBuyingForm,
): Promise<AutomaticBuyingRule> {
  const account = await checkOwnPassword(deps, caller, currentPassword)
  if (!account.email_confirmed_at) throw new ApiFailure('EMAIL_NOT_CONFIRMED')
  return withTransaction(deps.database, async (tx) => {
    await lockRulesOfAgent(tx, caller.agencyId)
    const search = await lockSavedSearch(tx, { id: searchId, userId: caller.agencyId })
    if (!search) throw new ApiFailure('SAVED_SEARCH_NOT_FOUND')
    await checkLastDay(tx, form.endsOn)
    const [before] = (await findRules(tx, caller.agencyId, searchId)).map(toRule)
    await storeRule(
      tx,
      {
        userId: caller.agencyId,
        setBy: caller.userId,
        searchId,
        isOn: before?.state === 'on',
      },
      form,
    )
    const recipient = await lockAccount(tx, caller, account)
    const [rule] = (await findRules(tx, caller.agencyId, searchId)).map(toRule)
    if (!rule) throw new Error('the stored rule was not found')
    await recordAction(tx, actor, {
      action: 'user.set-automatic-buying',
      subjectType: 'user',
      subjectId: caller.agencyId,
      ...(before && { before: withoutToday(before) }),
      after: withoutToday(rule),
    })
    const { pause_key: pauseKey } = await tx
      .selectFrom('automatic_buying_rules')
      .select('pause_key')
      .where('search_id', '=', searchId)
      .executeTakeFirstOrThrow()
    const set = { searchName: search.name, rule, wasOn: before?.state === 'on', pauseKey }
    await deps.queueMail(tx, ruleSetMail(recipient, set, deps.publicUrl))
    return rule
  })
}

function withoutToday({ today: _, ...rule }: AutomaticBuyingRule) {
  return rule
}

async function checkLastDay(tx: Transaction, endsOn: string): Promise<void> {
  const { rows } = await sql<{ days: number }>`
    select ${endsOn}::date - today_in_india() as days`.execute(tx)
  const days = rows[0]?.days ?? -1
  if (days >= 0 && days <= maxAutomaticBuyingDays) return
  const text = `Choose a day from today to ${maxAutomaticBuyingDays} days from now.`
  throw new ApiFailure('VALIDATION_FAILED', { fieldErrors: { endsOn: text } })
}

/**
 * Stores new limits, with the current filters of the search. A rule that was not on gets a new `on_since`, which decides
 * the order of rules that have bought nothing yet.
 */
export async function storeRule(
  tx: Transaction,
  {
    userId,
    setBy = userId,
    searchId,
    isOn,
  }: { userId: string; setBy?: string; searchId: string; isOn: boolean },
  form: Omit<AutomaticBuyingForm, 'currentPassword'>,
): Promise<void> {
  const now = sql<Date>`clock_timestamp()`
  const rule = (await lockRule(tx, searchId)) ?? { id: uuidv7(), version: 0 }
  const version = rule.version + 1
  const set_by = setBy === userId ? null : setBy
  if (version === 1) {
    await tx
      .insertInto('automatic_buying_rules')
      .values({ id: rule.id, user_id: userId, set_by, search_id: searchId, version, on_since: now })
      .execute()
  } else {
    await tx
      .updateTable('automatic_buying_rules')
      .set({ version, set_by, paused_at: null, paused_by: null, ...(!isOn && { on_since: now }) })
      .where('id', '=', rule.id)
      .execute()
  }
  await sql`insert into automatic_buying_limits
      (rule_id, version, daily_paise, daily_leads, max_price_paise, floor_paise, ends_on, filters)
    select ${rule.id}, ${version}, ${form.dailyAmount}::bigint, ${form.dailyLeads}, ${form.maxPrice}::bigint,
      ${form.walletFloor}::bigint, ${form.endsOn}, filters_of_search(s)
    from saved_searches s where s.id = ${searchId}`.execute(tx)
}

/**
 * Locks the agency, then the account, and checks both again. Lock order: after the rule. A suspension ends the session even if it is lifted
 * again, so a request from before it does not switch a rule on.
 */
async function lockAccount(
  tx: Transaction,
  caller: Caller,
  checked: CheckedAccount,
): Promise<Recipient> {
  await requireOwner(tx, caller)
  const account = await tx
    .selectFrom('users')
    .select(['status', 'password_hash', 'email', 'name', 'email_confirmed_at'])
    .where('id', '=', caller.userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const session = await findLiveSession(tx, caller.sessionId)
  if (account?.status !== 'active' || !session) throw new ApiFailure('UNAUTHENTICATED')
  if (account.password_hash !== checked.password_hash) throw wrongPassword()
  if (!account.email_confirmed_at) throw new ApiFailure('EMAIL_NOT_CONFIRMED')
  return recipientOf(account)
}
