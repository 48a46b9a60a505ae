import type { ReplacementRequest } from '@raahi/contract/replacements'
import { Money } from '../../ui/money.tsx'
import classes from './approval-text.module.css'

/** The lead of a request, as a part of a sentence. */
export function RequestedLead({ lead }: Pick<ReplacementRequest, 'lead'>) {
  return (
    <>
      <bdi>{lead.name}</bdi> <span className={classes.whole}>({lead.leadId})</span>
    </>
  )
}

/** The effect of an approval: it returns money or a lead, and is final. */
export function ApprovalText({ request }: { request: ReplacementRequest }) {
  return (
    <>
      <p>
        <Return request={request} /> for <RequestedLead lead={request.lead} />.
      </p>
      <p>This is final. The lead stays off sale and we will email the agent.</p>
    </>
  )
}

/** The refund of an approval at this moment, by the server's refund rule, and its recipient. */
function Return({ request }: { request: ReplacementRequest }) {
  const { user, planName, paidWith, cost, approvalReturns } = request
  const agent = <bdi>{user.name}</bdi>
  if (approvalReturns?.to === 'plan') {
    return (
      <>
        <strong>1 lead</strong> goes back to the {planName} plan of {agent}
      </>
    )
  }
  const amount = (
    <strong>
      <Money rupees={approvalReturns?.amount ?? 0} />
    </strong>
  )
  return paidWith === 'plan' ? (
    <>
      The {planName} plan has ended, so {amount} goes to the wallet of {agent}
    </>
  ) : (
    <>
      {amount}
      {approvalReturns?.amount === cost && ', the price paid,'} will be refunded to the wallet of{' '}
      {agent}
    </>
  )
}
