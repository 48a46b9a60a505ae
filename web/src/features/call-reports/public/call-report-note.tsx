import { Button } from '@mantine/core'
import { callAnswers } from '@raahi/contract/call-reports'
import type { Purchase } from '@raahi/contract/purchases'
import { IconPhoneX } from '@tabler/icons-react'
import { useRef } from 'react'
import { errorMessage } from '../../../lib/api-error.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { notifyError, notifySuccess } from '../../../ui/toast.ts'
import { useAnswerCallReport } from '../call-reports.api.ts'
import { callAnswerLabels } from './call-report-labels.ts'
import classes from './call-report-note.module.css'

/** A traveller's report that no agent has called, with the replies of the buyer. Renders nothing without a report. */
export function CallReportNote({ purchase }: { purchase: Purchase }) {
  const { callReport: report, lead } = purchase
  const answering = useAnswerCallReport(purchase._id)
  const note = useRef<HTMLParagraphElement>(null)
  if (!report) return null
  if (report.answer) {
    return (
      <p ref={note} tabIndex={-1} className={classes.answered}>
        The traveller said that no one has called. You answered ‘{callAnswerLabels[report.answer]}’
        on <DateTime value={report.answeredAt} />.
      </p>
    )
  }
  return (
    <div className={classes.note}>
      <p ref={note} tabIndex={-1} className={classes.text}>
        <IconPhoneX size={20} aria-hidden />
        <span>
          The traveller says {report.times > 1 && 'again '}that no one has called (
          <DateTime value={report.reportedAt} />
          ). Choose a reply for the traveller.
        </span>
      </p>
      <div className={classes.answers}>
        {callAnswers.map((answer) => (
          <Button
            key={answer}
            size="xs"
            variant="default"
            aria-label={`${callAnswerLabels[answer]}: ${lead.leadId}`}
            onClick={() =>
              answering.mutate(answer, {
                onSuccess: () => {
                  note.current?.focus()
                  notifySuccess('Thank you. The traveller can read your answer.')
                },
                onError: (error) =>
                  notifyError(errorMessage(error, 'Your answer could not be saved.')),
              })
            }
          >
            {callAnswerLabels[answer]}
          </Button>
        ))}
      </div>
    </div>
  )
}
