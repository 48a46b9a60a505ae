import section from '../../ui/section.module.css'
import classes from './questions.module.css'

/** Questions of travellers. The home page's structured data contains the same. */
export const questions = [
  {
    question: 'Who gets my phone number?',
    answer:
      'The Raahi team that reads your enquiry, and one travel agent: the one who picks it up. We never pass an enquiry on to a second agent, and we never show your number in public.',
  },
  {
    question: 'What does it cost me?',
    answer:
      'Nothing. Getting a quote is free, with no obligation to book. Travel agents pay Raahi for the enquiry; the price of the trip is between you and your agent.',
  },
  {
    question: 'What if I change my mind?',
    answer:
      'Your confirmation email has a link where you can check the status of your enquiry, correct it or withdraw it. If you withdraw it before an agent picks it up, no agent gets it.',
  },
  {
    question: 'Which travel agent will call me?',
    answer:
      'As soon as an agent buys your enquiry, the page behind your link shows the agency, name, city and phone number, and we email you the same. If you lose the link, the contact page can send it again.',
  },
  {
    question: 'How long do you keep my details?',
    answer:
      'We erase an enquiry after 12 months if no agent has picked it up. You can ask us to erase it sooner; the privacy notice explains how.',
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

/** The structured data for the questions. */
export function questionData() {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
