import { Link, type MetaFunction } from 'react-router'
import { company, phoneHref } from '../../features/site/company.ts'
import { LegalPage } from '../../features/site/legal-page.tsx'
import { pageMeta, trail } from '../../features/site/site-meta.ts'
import { WhoWeAre, WriteToUs } from '../../features/site/write-to-us.tsx'

export const meta: MetaFunction = () =>
  pageMeta({
    title: 'Privacy notice · Raahi',
    description:
      'What Raahi keeps of what you tell us, why, for how long, who sees your phone number, and how to see, correct, withdraw or erase it.',
    path: '/privacy',
    facts: [trail(['Privacy notice', '/privacy'])],
  })

const KEPT = [
  [
    'An enquiry (the quote form)',
    'Your name, phone number and email; the city you live in; where you want to go, when, for how long, how many of you and what kind of trip; where you heard of us; the words of your consent and when you gave it.',
    'To find the travel agent for your trip and to put the two of you in touch.',
  ],
  ['A message (the contact form)', 'Your name, email and what you wrote.', 'To answer you.'],
  [
    'An agent’s account',
    'Name, company, email, phone, city, a profile picture and a KYC document if given; purchases, payments and when and from which device the account was used.',
    'To run the account, to take and return money correctly, and to keep the books the law asks for.',
  ],
  [
    'Visits to this site',
    'The address of your device for as long as it takes to stop floods of forms. No advertising, no tracking and no cookies of others; this browser keeps your choice of light or dark and, until you close the tab, what you typed into a form; where it runs no scripts, a cookie holds the link to your enquiry for ten minutes.',
    'To keep the site working and safe.',
  ],
] as const

const PARTS = [
  {
    id: 'who',
    title: 'Who is responsible',
    text: (
      <p>
        <WhoWeAre /> is the Data Fiduciary for what this notice is about, in the sense of the
        Digital Personal Data Protection Act, 2023. Write <WriteToUs />.
      </p>
    ),
  },
  {
    id: 'what',
    title: 'What we keep, and why',
    text: (
      <>
        <dl>
          {KEPT.map(([what, data, why]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{data}</dd>
              <dd>{why}</dd>
            </div>
          ))}
        </dl>
        <p>
          We ask for no more than a trip needs. Only your name and your phone number are needed for
          an enquiry; everything else you may leave out.
        </p>
      </>
    ),
  },
  {
    id: 'phone',
    title: 'Who sees your phone number',
    text: (
      <>
        <p>
          The people at Raahi who read enquiries, and one travel agent. Agents who are looking for
          trips see your first words about it (name, city, destination, dates, how many of you) but
          neither your phone number nor your email. These open only to the one agent who takes your
          enquiry on, and an enquiry is passed on once.
        </p>
        <p>
          Agents pay us for an enquiry. From then on the agent uses your number for this trip as a
          business of its own, and is bound by its terms with us to use it for nothing else.
        </p>
        <p>
          We sell no lists, we show no advertisements, and we give nothing to anybody else, except
          where a court or a law of India orders us to.
        </p>
      </>
    ),
  },
  {
    id: 'consent',
    title: 'Your consent',
    text: (
      <p>
        We contact you, and pass your enquiry on, because you agreed to it in the quote form. We
        keep the words you agreed to and the time. You can take your consent back as easily as you
        gave it: see the next part. What was done before then stays lawful.
      </p>
    ),
  },
  {
    id: 'withdraw',
    title: 'How to see, correct, withdraw or erase',
    text: (
      <ul>
        <li>
          <strong>With the link in your mail.</strong> The mail that confirms your enquiry has a
          link of your own. It shows how the enquiry stands, and lets you correct or withdraw it. A
          withdrawn enquiry that no agent has taken on is off sale within a minute.
        </li>
        <li>
          <strong>By writing to us.</strong> From the email of your enquiry, or with its reference
          number, write <WriteToUs />
          {company.grievanceEmail && (
            <>
              {' '}
              or use the <Link to="/contact">contact form</Link>
            </>
          )}
          . We send you a copy of all we keep about you, or erase it, within 30 days.
        </li>
        <li>
          <strong>Where an agent has your enquiry already,</strong> we tell the agent that you have
          withdrawn it. What the agent keeps itself you can have erased there.
        </li>
        <li>You may name somebody who can do all this for you after death or in illness.</li>
      </ul>
    ),
  },
  {
    id: 'long',
    title: 'How long we keep it',
    text: (
      <ul>
        <li>
          An enquiry that was rejected, withdrawn or taken on by nobody: 12 months, then it is
          erased by itself.
        </li>
        <li>
          An enquiry that an agent has taken on: if you ask for it, we erase the enquiry and ask the
          agent to erase its own copy. What the agent bought (your name, contact and trip) stays
          with the sale, seen by that agent and by us alone, as long as the books must be kept: 8
          years.
        </li>
        <li>A message of the contact form: 12 months.</li>
        <li>
          An agent’s account: as long as it exists; its bookings 8 years, as the law of accounts
          asks.
        </li>
      </ul>
    ),
  },
  {
    id: 'safe',
    title: 'How we keep it safe',
    text: (
      <p>
        Passwords are kept in a form that nobody can read back. Every change that our own people
        make is recorded. Whoever has not bought an enquiry is never sent its phone number, not even
        by mistake of a screen. If something goes wrong all the same, we tell you and the Data
        Protection Board of India without delay.
      </p>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    text: (
      <p>
        An enquiry is made by an adult. Of children who travel with you we ask only how many there
        are. If you think that a child has written to us, tell us and we erase it.
      </p>
    ),
  },
  {
    id: 'complain',
    title: 'Complaints',
    text: (
      <p>
        {company.grievanceOfficer}, answers within 7 days. Write <WriteToUs />
        {company.phone && (
          <>
            {' '}
            or call <a href={phoneHref}>{company.phone}</a>
          </>
        )}
        . If the answer does not satisfy you, you can turn to the Data Protection Board of India.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    text: (
      <p>
        If this notice changes, the date at its top does too. What you agreed to with an enquiry
        stays as it was when you sent it.
      </p>
    ),
  },
] as const

export default function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy notice"
      inShort="You tell us about a trip; we pass it on to one travel agent, and to nobody else. You can see, correct, withdraw or erase it whenever you like."
      since="21 November 2026"
      parts={PARTS}
    />
  )
}
