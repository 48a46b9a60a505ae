import { Link, type MetaFunction } from 'react-router'
import { DestinationSearch } from '../../features/destinations/destination-search.tsx'
import { DestinationWindow } from '../../features/destinations/destination-window.tsx'
import { StaticScene } from '../../features/destinations/public/static-scene.tsx'
import { QuoteForm } from '../../features/enquiries/quote-form/quote-form.tsx'
import { AgentsSection } from '../../features/site/agents-section.tsx'
import { Questions, questionData } from '../../features/site/questions.tsx'
import { QuoteSection } from '../../features/site/quote-section.tsx'
import { SiteClaims } from '../../features/site/site-claims.tsx'
import { organisation, pageMeta, website } from '../../features/site/site-meta.ts'
import { WhyChooseUs } from '../../features/site/why-choose-us.tsx'
import section from '../../ui/section.module.css'
import classes from './home.module.css'

export const meta: MetaFunction = () =>
  pageMeta({
    title: 'Raahi: holidays in India and abroad, planned by one travel agent',
    description:
      'Tell us where you want to go. One travel agent who knows the place calls you with an itinerary and a price. Goa, Kerala, Rajasthan and 100+ destinations. Quotes are free.',
    path: '/',
    facts: [organisation(), website(), questionData()],
  })

export default function HomePage() {
  return (
    <>
      <Hero />
      <WhyChooseUs />
      <section className={section.sunken} aria-labelledby="popular-title">
        <div className={section.wrap}>
          <div className={classes.popularHead}>
            <div>
              <span className={section.garland} />
              <h2 id="popular-title" className={section.title}>
                Popular destinations
              </h2>
            </div>
            <Link to="/destinations" className={section.textLink}>
              See all destinations
            </Link>
          </div>
          <div className={classes.windows}>
            <DestinationWindow slug="goa" />
            <DestinationWindow slug="kerala" />
            <DestinationWindow slug="rajasthan" />
          </div>
        </div>
      </section>
      <Questions />
      <QuoteSection>
        <QuoteForm />
      </QuoteSection>
      <AgentsSection />
    </>
  )
}

function Hero() {
  return (
    <section className={classes.hero} aria-labelledby="hero-title">
      <div className={classes.words}>
        <h1 id="hero-title" className={classes.title}>
          Where shall the road take you?
        </h1>
        <p className={classes.lead}>
          Tell us once. One travel agent who knows the place calls you with an itinerary and a
          price. Your number goes to no other agent.
        </p>
        <DestinationSearch />
        <SiteClaims />
      </div>
      <StaticScene name="road" className={classes.scene} />
    </section>
  )
}
