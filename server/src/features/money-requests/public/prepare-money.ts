import type { MoneyRequestKind } from '@raahi/contract/money-requests'
import type { Actor } from '../../../platform/audit-log/record-action.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { MoneyRequestRow } from '../money-requests.queries.ts'

/** Moves the money of an approved request in the transaction of the decision. @returns the entry */
type PostMoney = (tx: Transaction, actor: Actor) => Promise<{ entryId: string }>

/** Per kind: what must happen before the transaction, such as a question to the gateway. `add-routes.ts` passes them. */
export type PrepareMoney = Record<
  MoneyRequestKind,
  (request: MoneyRequestRow) => Promise<PostMoney>
>
