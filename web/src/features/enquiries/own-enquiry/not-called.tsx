import type { CallAnswer } from '@raahi/contract/call-reports'
import type { OwnEnquiry } from '@raahi/contract/own-enquiry'
import { serverNow } from '../../../lib/server-clock.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import buttons from '../../../ui/plain-button.module.css'
import fields from '../../../ui/plain-fields.module.css'
import { enquiryCalls } from '../enquiry-calls.ts'
import { useTravellerCall } from '../use-traveller-call.ts'
import classes from './own-agent.module.css'

const answers: Record<CallAnswer, string> = {
  'called-no-answer': '“I called, but there was no answer.”',
  'will-call-today': '“I will call you today.”',
}

interface NotCalledProps {
  enquiry: Pick<OwnEnquiry, 'callReport' | 'reportableFrom'>
  token: string
  onDone: (enquiry: OwnEnquiry) => void
}

/** The report that no agent has called: when it is possible, what became of it, and the agent's answer. */
export function NotCalled({ enquiry, token, onDone }: NotCalledProps) {
  const { callReport, reportableFrom } = enquiry
  if (callReport?.answer) {
    return (
      <>
        <p className={classes.call} role="status">
          The agent answered on <DateTime value={callReport.answeredAt} />:{' '}
          <strong>{answers[callReport.answer]}</strong>
        </p>
        {reportableFrom && <ReportFrom from={reportableFrom} token={token} onDone={onDone} />}
      </>
    )
  }
  if (callReport) {
    return (
      <p className={classes.call} role="status">
        You told us on <DateTime value={callReport.reportedAt} /> that no one has called. We have
        told the agent, and our team sees it too. The answer will appear here.
      </p>
    )
  }
  if (!reportableFrom) return null
  return <ReportFrom from={reportableFrom} token={token} onDone={onDone} />
}

type ReportProps = Omit<NotCalledProps, 'enquiry'>

function ReportFrom({ from, ...report }: ReportProps & { from: string }) {
  if (new Date(from) <= serverNow()) return <ReportNoCall {...report} />
  return (
    <p className={classes.call}>
      If no one has called by <DateTime value={from} />, come back and tell us here.
    </p>
  )
}

function ReportNoCall({ token, onDone }: ReportProps) {
  const { isSending, problem, send } = useTravellerCall()
  const report = () =>
    send(enquiryCalls.reportNoCall, { params: { token } }, 'We could not tell the agent.', onDone)
  return (
    <div className={classes.call}>
      <p>No call yet? Tell us and we will remind the agent right away.</p>
      {problem && (
        <p role="alert" className={fields.problem}>
          {problem}
        </p>
      )}
      <button type="button" className={buttons.other} aria-disabled={isSending} onClick={report}>
        {isSending ? 'Telling the agent…' : 'No one has called me'}
      </button>
    </div>
  )
}
