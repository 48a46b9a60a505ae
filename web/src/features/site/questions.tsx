import classes from './questions.module.css'
import section from './section.module.css'

/** Asked by travellers, answered as it is; the home page tells search engines the same. */
export const questions = [
  {
    question: 'Who gets my phone number?',
    answer:
      'The people at Raahi who read your enquiry, and one travel agent: the one who takes it on. An enquiry is passed on once, never to a second agent, and your number stands on no public page.',
  },
  {
    question: 'What does it cost me?',
    answer:
      'Nothing. Asking for a quote is free and binds you to nothing. Travel agents pay Raahi for an enquiry; what a trip costs is between you and your agent.',
  },
  {
    question: 'What if I change my mind?',
    answer:
      'The mail that confirms your enquiry has a link where you can see how it stands, correct it or withdraw it. Withdrawn before an agent has taken it, nobody gets it any more.',
  },
  {
    question: 'How long do you keep what I wrote?',
    answer:
      'An enquiry that no agent has taken on is erased after 12 months. You can ask us to erase it at any time before; the privacy notice says how.',
  },
] as const

export function Questions() {
  return (
    <section className={section.section} aria-labelledby="questions-title">
      <div className={section.narrow}>
        <span className={section.garland} />
        <h2 id="questions-title" className={section.title}>
          Good to know before you ask
        </h2>
        <div className={classes.list}>
          {questions.map(({ question, answer }) => (
            <details key={question} className={classes.item}>
              <summary className={classes.question}>{question}</summary>
              <p className={classes.answer}>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}

/** For the head of the page that shows them. */
export function questionFacts() {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
