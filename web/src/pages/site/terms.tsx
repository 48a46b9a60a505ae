import { Link, type MetaFunction } from 'react-router'
import { company } from '../../features/site/company.ts'
import { LegalPage } from '../../features/site/legal-page.tsx'
import { pageMeta, trail } from '../../features/site/site-meta.ts'
import { WhoWeAre, WriteToUs } from '../../features/site/write-to-us.tsx'

export const meta: MetaFunction = () =>
  pageMeta({
    title: 'Terms of use · Raahi',
    description:
      'The terms on which travellers ask for quotes and travel agents buy enquiries at Raahi: what we do, what we do not, and what holds when something goes wrong.',
    path: '/terms',
    facts: [trail(['Terms of use', '/terms'])],
  })

const PARTS = [
  {
    id: 'us',
    title: 'Who we are',
    text: (
      <p>
        This site is run by <WhoWeAre /> and whoever uses it agrees to these terms.
      </p>
    ),
  },
  {
    id: 'travellers',
    title: 'For travellers',
    text: (
      <ul>
        <li>Asking for a quote is free and binds you to nothing.</li>
        <li>
          We put you in touch with one travel agent. The trip itself, its price and its payment are
          a contract between you and that agent; we are not the organiser and take no money of
          yours.
        </li>
        <li>
          Tell us what is true, and enquire for yourself or for people who have asked you to. Do not
          enter somebody else’s phone number.
        </li>
        <li>
          If an agent who got your enquiry from us treats you badly, tell us: we look into it, and
          agents who do so again lose their account.
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
          An account is for a travel business, in its true name. Keep your password to yourself.
        </li>
        <li>
          An enquiry is sold once, at the price shown before you buy. It is paid from your wallet or
          by a plan. Buying one gives you the contact; it does not promise a booking.
        </li>
        <li>
          You may use a traveller’s contact for that trip alone. You may not pass it on, and you
          erase it when the traveller asks you to.
        </li>
        <li>
          If a lead is bad, for example a number that does not exist, ask for a replacement with the
          reason. An admin decides; if it is approved, you get back exactly what you paid.
        </li>
        <li>
          A plan holds for its days and its number of leads; what is unused at its end lapses. Money
          in a wallet can be spent on leads.
        </li>
      </ul>
    ),
  },
  {
    id: 'fair',
    title: 'Fair use',
    text: (
      <p>
        Do not flood the forms, collect data by machine, or try to see what is not meant for you. We
        may refuse enquiries and suspend accounts that do.
      </p>
    ),
  },
  {
    id: 'guides',
    title: 'What stands here',
    text: (
      <p>
        Texts and drawings on this site are ours. What we say about places (best months, sights,
        sample itineraries) is written with care, but roads, weather and rules change: ask your
        agent before you book.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    text: (
      <p>
        We answer for what we do ourselves, with intent or by gross negligence, and where the law
        lets nobody exclude it. For the trip, the agent who sells it answers. The site may be out of
        reach at times.
      </p>
    ),
  },
  {
    id: 'data',
    title: 'Personal data',
    text: (
      <p>
        What we keep, why, for how long and how you take it back stands in the{' '}
        <Link to="/privacy">privacy notice</Link>.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Law and disputes',
    text: (
      <p>
        The law of India holds. Talk to {company.grievanceOfficer}, first: write <WriteToUs />. If
        we cannot agree, the courts at the place of {company.legalName} decide; as a consumer you
        may also go to the consumer commission where you live.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    text: (
      <p>
        If these terms change, the date at the top does too. Agents are told by email 15 days before
        a change that concerns them.
      </p>
    ),
  },
] as const

export default function TermsPage() {
  return (
    <LegalPage
      title="Terms of use"
      inShort="Asking is free. One agent gets your enquiry. The trip itself is between you and that agent."
      since="21 November 2026"
      parts={PARTS}
    />
  )
}
