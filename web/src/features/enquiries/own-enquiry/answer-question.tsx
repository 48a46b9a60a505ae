import type { OwnEnquiry } from '@raahi/contract/own-enquiry'
import { type TravellerAnswer, travellerAnswers } from '@raahi/contract/traveller-question'
import { type ReactNode, useState } from 'react'
import { serverNowMs } from '../../../lib/server-clock.ts'
import buttons from '../../../ui/plain-button.module.css'
import fields from '../../../ui/plain-fields.module.css'
import { enquiryCalls } from '../enquiry-calls.ts'
import { useTravellerCall } from '../use-traveller-call.ts'
import classes from './own-enquiry.module.css'

type Question = NonNullable<OwnEnquiry['question']>

interface AnswerQuestionProps {
  question: Question
  token: string
  onDone: (question: Question) => void
  /** Called if the enquiry may have changed meanwhile. */
  onStale: () => void
}

const answers = Object.entries(travellerAnswers) as [TravellerAnswer, string][]

const untilFormat = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
})

/** Asks the traveller once whether the trip is still planned. Only a pressed button answers. */
export function AnswerQuestion({ question, token, onDone, onStale }: AnswerQuestionProps) {
  const [isAskingSince, setAskingSince] = useState(false)
  const { isSending, problem, send } = useTravellerCall({ onStale })
  if (question.answer !== null) {
    return (
      <p className={classes.answered}>
        Your answer: <strong>{travellerAnswers[question.answer]}</strong>. Thank you!
      </p>
    )
  }

  const answer = (choice: TravellerAnswer, wasInTime?: boolean) =>
    send(
      enquiryCalls.answerOwnQuestion,
      {
        params: { token },
        body: { answer: choice, ...(wasInTime !== undefined && { wasInTime }) },
      },
      'Your answer could not be sent.',
      onDone,
    )
  /** Asks when the traveller decided, but only after the time limit of the answer has passed. */
  const answerNotTravelling = () => {
    if (serverNowMs() < Date.parse(question.until)) void answer('not-travelling', true)
    else setAskingSince(true)
  }
  return (
    <section className={classes.question} aria-labelledby="question-title">
      <h2 id="question-title" className={classes.verifyTitle}>
        {isAskingSince ? 'When did you decide not to travel?' : 'Are you still planning this trip?'}
      </h2>
      {!isAskingSince && (
        <p className={classes.soft}>
          Your travel agent could not talk to you about it. Your answer helps us treat both of you
          fairly.
        </p>
      )}
      {problem && (
        <p role="alert" className={fields.problem}>
          {problem}
        </p>
      )}
      <div className={classes.ways}>
        {isAskingSince ? (
          <>
            <Choice onPress={() => answer('not-travelling', true)} isSending={isSending}>
              On or before {untilFormat.format(new Date(question.until))}
            </Choice>
            <Choice onPress={() => answer('not-travelling', false)} isSending={isSending}>
              After that
            </Choice>
            <Choice onPress={() => setAskingSince(false)} isSending={isSending}>
              Back
            </Choice>
          </>
        ) : (
          answers.map(([choice, label]) => (
            <Choice
              key={choice}
              isSending={isSending}
              onPress={() =>
                choice === 'not-travelling' ? answerNotTravelling() : void answer(choice)
              }
            >
              {label}
            </Choice>
          ))
        )}
      </div>
    </section>
  )
}

interface ChoiceProps {
  onPress: () => void
  isSending: boolean
  children: ReactNode
}

function Choice({ onPress, isSending, children }: ChoiceProps) {
  return (
    <button type="button" className={buttons.other} aria-disabled={isSending} onClick={onPress}>
      {children}
    </button>
  )
}
