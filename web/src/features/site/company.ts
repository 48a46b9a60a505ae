/**
 * Who stands behind the site, as its pages say it. These are the demo's own details: whoever runs the product writes
 * theirs here, once, and every page, the structured data and the legal texts follow.
 */
export const company = {
  name: 'Raahi',
  legalName: 'Raahi Travel Services',
  email: 'hello@raahi.example',
  grievanceEmail: 'privacy@raahi.example',
  grievanceOfficer: 'The Grievance Officer, Raahi Travel Services',
  phone: '+91 141 555 0142',
  phoneHref: 'tel:+911415550142',
  hours: 'Monday to Saturday, 10 am to 7 pm (IST)',
  address: {
    street: '2nd Floor, Chandpole House, Station Road',
    city: 'Jaipur',
    postcode: '302006',
    region: 'Rajasthan',
    country: 'India',
  },
  social: [
    { name: 'Instagram', url: 'https://www.instagram.com/raahi.example' },
    { name: 'Facebook', url: 'https://www.facebook.com/raahi.example' },
    { name: 'YouTube', url: 'https://www.youtube.com/@raahi.example' },
  ],
} as const
