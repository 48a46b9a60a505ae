import { Link, type MetaFunction } from 'react-router'
import { company } from '../../features/site/company.ts'
import { pageMeta, trail } from '../../features/site/site-meta.ts'
import { TextPage } from '../../features/site/text-page.tsx'
import { WhoWeAre, WriteToUs } from '../../features/site/write-to-us.tsx'

export const meta: MetaFunction = () =>
  pageMeta({
    title: 'Terms of use · Raahi',
    description:
      'The terms on which travellers ask for quotes and travel agents buy leads on Raahi: what we do, what we do not do, and what applies when something goes wrong.',
    path: '/terms',
    facts: [trail(['Terms of use', '/terms'])],
  })

const parts = [
  {
    id: 'us',
    title: 'Who we are',
    text: (
      <p>
        This website is run by <WhoWeAre /> and by using it you agree to these terms.
      </p>
    ),
  },
  {
    id: 'travellers',
    title: 'For travellers',
    text: (
      <ul>
        <li>Getting a quote is free, and you are under no obligation to book.</li>
        <li>
          We put you in touch with one travel agent. The trip, its price and its payment are a
          contract between you and that agent. We do not organise the trip and we do not take any
          money from you.
        </li>
        <li>
          Give us true information. Enquire only for yourself or for people who have asked you to,
          and do not enter another person’s phone number.
        </li>
        <li>
          If an agent who received your enquiry from us treats you badly, tell us. We will look into
          it, and an agent who does it again will lose the account.
        </li>
      </ul>
    ),
  },
  {
    id: 'agents',
    title: 'For travel agents',
    text: (
      <ul>
        <li>
          An account is for a travel business, in its real name. Keep your password confidential.
        </li>
        <li>
          Each lead is sold only once, at the price shown before you buy. You pay from your wallet
          or with a plan. A lead gives you the traveller’s contact details; it does not guarantee a
          booking.
        </li>
        <li>
          You may use a traveller’s contact details for that trip only. You must not share them, and
          you must erase them when the traveller asks.
        </li>
        <li>
          The traveller sees who bought the enquiry: your agency, your name, city and phone number,
          and whether we have verified your agency.
        </li>
        <li>
          If a lead is bad, for example if the number does not exist, request a replacement and give
          the reason. Our <a href="/returns">return policy</a> says how we decide. If it is
          approved, you get back exactly what you paid: the money in your wallet, or the lead on
          your plan.
        </li>
        <li>
          A plan is valid for its number of days and leads. Leads left unused when it ends lapse.
          Money in your wallet can be spent on leads.
        </li>
      </ul>
    ),
  },
  {
    id: 'fair',
    title: 'Fair use',
    text: (
      <p>
        Do not flood our forms, collect data by automated means, or try to access what is not meant
        for you. If you do, we may refuse your enquiries and suspend your account.
      </p>
    ),
  },
  {
    id: 'guides',
    title: 'Content on this site',
    text: (
      <p>
        The text and illustrations on this site belong to us. We write about places (best months,
        sights, sample itineraries) with care, but roads, weather and rules change. Please check
        with your agent before you book.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    text: (
      <p>
        We are liable for our own wilful misconduct and gross negligence, and wherever the law does
        not allow liability to be excluded. The agent who sells you the trip is responsible for the
        trip. The site may be unavailable at times.
      </p>
    ),
  },
  {
    id: 'data',
    title: 'Personal data',
    text: (
      <p>
        Our <Link to="/privacy">privacy notice</Link> explains what we collect, why, for how long,
        and how you can withdraw your consent.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Governing law and disputes',
    text: (
      <p>
        These terms are governed by the laws of India. Please first contact{' '}
        {company.grievanceOfficer}: write <WriteToUs />. If we cannot settle the matter, the courts
        at the place of business of {company.legalName} have jurisdiction. As a consumer, you may
        also approach the consumer commission where you live.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    text: (
      <p>
        When we change these terms, we update the date at the top. We email agents 15 days before
        any change that affects them.
      </p>
    ),
  },
] as const

export default function TermsPage() {
  return (
    <TextPage
      title="Terms of use"
      summary="Getting a quote is free. One agent gets your enquiry. The trip itself is between you and that agent."
      since="23 November 2026"
      parts={parts}
    />
  )
}
