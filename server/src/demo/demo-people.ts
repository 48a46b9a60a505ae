/** First names and surnames that go together. */
export const nameGroups: readonly {
  weight: number
  first: readonly string[]
  last: readonly string[]
}[] = [
  {
    weight: 10,
    first: ['Aarav', 'Priya', 'Rohan', 'Neha', 'Vikram', 'Anjali', 'Siddharth', 'Pooja', 'Kunal'],
    last: ['Sharma', 'Verma', 'Gupta', 'Malhotra', 'Agarwal', 'Kapoor', 'Chopra', 'Saxena'],
  },
  {
    weight: 7,
    first: ['Aditya', 'Sneha', 'Omkar', 'Rutuja', 'Sanket', 'Gauri', 'Nikhil', 'Mrunal'],
    last: ['Kulkarni', 'Deshpande', 'Patil', 'Joshi', 'Pawar', 'Gokhale', 'Shinde'],
  },
  {
    weight: 7,
    first: ['Karthik', 'Divya', 'Arun', 'Lakshmi', 'Suresh', 'Meenakshi', 'Prakash', 'Revathi'],
    last: ['Iyer', 'Subramanian', 'Raman', 'Krishnan', 'Natarajan', 'Venkatesh', 'Murugan'],
  },
  {
    weight: 6,
    first: ['Harsh', 'Krupa', 'Jignesh', 'Hetal', 'Mihir', 'Dhara', 'Chirag', 'Bhavna'],
    last: ['Patel', 'Shah', 'Mehta', 'Desai', 'Trivedi', 'Parikh', 'Solanki'],
  },
  {
    weight: 5,
    first: ['Arjun', 'Anagha', 'Sreejith', 'Parvathy', 'Vishnu', 'Athira', 'Rahul'],
    last: ['Nair', 'Menon', 'Pillai', 'Varma', 'Kurup', 'Namboothiri'],
  },
  {
    weight: 5,
    first: ['Sourav', 'Ananya', 'Debjit', 'Ishita', 'Arindam', 'Moumita', 'Subhash'],
    last: ['Banerjee', 'Mukherjee', 'Chatterjee', 'Ghosh', 'Sengupta', 'Bose'],
  },
  {
    weight: 4,
    first: ['Venkat', 'Sravani', 'Kiran', 'Swathi', 'Ravi', 'Deepika', 'Chaitanya'],
    last: ['Reddy', 'Rao', 'Naidu', 'Chowdary', 'Varma', 'Prasad'],
  },
  {
    weight: 4,
    first: ['Harpreet', 'Gurleen', 'Manpreet', 'Jaspreet', 'Simran', 'Amandeep'],
    last: ['Singh', 'Kaur', 'Gill', 'Sandhu', 'Dhillon', 'Bedi'],
  },
  {
    weight: 4,
    first: ['Imran', 'Ayesha', 'Faisal', 'Zoya', 'Sameer', 'Nida', 'Arif'],
    last: ['Khan', 'Qureshi', 'Ansari', 'Shaikh', 'Siddiqui', 'Mirza'],
  },
  {
    weight: 2,
    first: ['Melwyn', 'Sharon', 'Joel', 'Maria', 'Kevin', 'Alisha'],
    last: ["D'Souza", 'Fernandes', 'Pereira', 'Thomas', 'Mathew', 'Rodrigues'],
  },
]

export interface DemoAgent {
  name: string
  email: string
  city: string
  companyName: string
  joinedDaysAgo: number
  /** Number of purchased leads, domestic and international. */
  buys: readonly [number, number]
  /** Amount of each recharge when the balance is too low, in rupees. */
  rechargeRupees: number
  /** Balance of the wallet at the end. Unset: what remains. */
  finalBalanceRupees?: number
  isSuspended?: true
  /** GSTIN of agents that are registered for GST, from several states. */
  gstin?: string
  billingAddress?: string
}

function agent(
  name: string,
  company: readonly [name: string, domain: string, city: string],
  joinedDaysAgo: number,
  buys: readonly [number, number],
  rechargeRupees: number,
): DemoAgent {
  const [companyName, domain, city] = company
  const email = `${name.split(' ')[0]?.toLowerCase()}@${domain}.example`
  return { name, email, city, companyName, joinedDaysAgo, buys, rechargeRupees }
}

/** All agents except the one whose login is printed. */
export const otherAgents: readonly DemoAgent[] = [
  {
    ...agent('Meera Nambiar', ['Backwater Bound', 'backwaterbound', 'Kochi'], 372, [5, 1], 1000),
    gstin: '32ABCFB2210M1ZZ',
    billingAddress: '12/4 Marine Drive, Ernakulam, 682031',
  },
  agent('Rajat Bhandari', ['Snowline Holidays', 'snowlineholidays', 'Shimla'], 351, [4, 0], 500),
  {
    ...agent('Farah Contractor', ['Saffron Miles', 'saffronmiles', 'Mumbai'], 330, [2, 4], 2000),
    gstin: '27AADCS8090L1ZS',
    billingAddress: '8 Horniman Circle, Fort, 400001',
  },
  {
    ...agent('Dinesh Chauhan', ['Camel Post Tours', 'camelposttours', 'Jodhpur'], 301, [3, 0], 500),
    isSuspended: true,
  },
  agent('Tenzin Dolma', ['High Pass Trails', 'highpasstrails', 'Leh'], 275, [4, 1], 1000),
  agent('Shreya Bhattacharya', ['Teesta Travels', 'teestatravels', 'Siliguri'], 240, [3, 1], 500),
  agent('Vivek Ranganathan', ['Temple Bell Tours', 'templebelltours', 'Madurai'], 198, [2, 1], 250),
  {
    ...agent('Nandini Hegde', ['Monsoon Ghat Stays', 'monsoonghat', 'Mangaluru'], 150, [3, 1], 500),
    gstin: '29AAHFM7325P1ZK',
    billingAddress: 'Hampankatta Main Road, 575001',
  },
  agent('Zubin Irani', ['Blue Harbour Escapes', 'blueharbour', 'Mumbai'], 121, [0, 5], 1500),
  agent('Pallavi Rawat', ['Deodar Journeys', 'deodarjourneys', 'Dehradun'], 84, [2, 1], 300),
  agent('Gaurav Thakkar', ['Rann & Beyond', 'rannandbeyond', 'Bhuj'], 6, [0, 0], 0),
]

/** A name as the first part of an email: asha.rao. */
export function dottedName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]+/g, '.')
}
