/** The personal finance categories: a primary one, its detailed ones, and a sentence on each. */
const TAXONOMY = {
  INCOME: {
    DIVIDENDS: "A company or fund pays its shareholders a part of its profit.",
    INTEREST_EARNED: "A bank pays interest on a balance.",
    RETIREMENT_PENSION: "A pension, public or private, is paid out.",
    TAX_REFUND: "A tax authority pays back tax, or pays a tax credit.",
    UNEMPLOYMENT: "The state or an insurance pays benefits to a person without work.",
    WAGES: "An employer or a platform pays for work: salary, bonus, tips, gig earnings.",
    OTHER_INCOME:
      "Any other income: child benefit, alimony, rent received, cashback, sales, reimbursed expenses.",
  },
  TRANSFER_IN: {
    CASH_ADVANCES_AND_LOANS: "A lender pays out a loan, or a wage advance arrives.",
    DEPOSIT: "Cash or a cheque is paid in, at a counter or a machine.",
    INVESTMENT_AND_RETIREMENT_FUNDS: "Money arrives from an investment or retirement account.",
    SAVINGS: "Money arrives from the holder's savings account, or from the current account on it.",
    ACCOUNT_TRANSFER:
      "Money arrives from a person or from another account, also by a payment app, with no other purpose told.",
    OTHER_TRANSFER_IN:
      "Any other money that arrives: reversals, and credits that nothing explains.",
  },
  TRANSFER_OUT: {
    INVESTMENT_AND_RETIREMENT_FUNDS:
      "Money goes to an investment or retirement account, a broker or a crypto exchange.",
    SAVINGS: "Money goes to the holder's savings account, round-ups included.",
    WITHDRAWAL: "Cash is taken out, at a machine or a counter.",
    ACCOUNT_TRANSFER:
      "Money goes to a person or to another account, also by a payment app, with no other purpose told.",
    OTHER_TRANSFER_OUT: "Any other money that leaves: cheques and debits that nothing explains.",
  },
  LOAN_PAYMENTS: {
    CAR_PAYMENT: "An instalment of a loan or lease of a vehicle.",
    CREDIT_CARD_PAYMENT: "A payment to a credit card, seen on either of the two accounts.",
    PERSONAL_LOAN_PAYMENT:
      "An instalment of a personal loan, wage advance, or purchase paid later.",
    MORTGAGE_PAYMENT: "An instalment of a loan for a home.",
    STUDENT_LOAN_PAYMENT: "An instalment of a loan for studies; not the tuition itself.",
    OTHER_PAYMENT: "A payment on any other or an unnamed debt.",
  },
  BANK_FEES: {
    ATM_FEES: "A charge for the use of a cash machine.",
    FOREIGN_TRANSACTION_FEES: "A charge for a payment abroad or in another currency.",
    INSUFFICIENT_FUNDS: "A charge for a payment that was returned unpaid.",
    INTEREST_CHARGE: "Interest on a debt, such as a card balance or an overdraft.",
    OVERDRAFT_FEES: "A charge for an overdrawn account; not the interest.",
    OTHER_BANK_FEES: "Any other charge of a bank: account, card, wire, cash advance, late payment.",
  },
  ENTERTAINMENT: {
    CASINOS_AND_GAMBLING: "Casinos, bets, lotteries.",
    MUSIC_AND_AUDIO: "Music, radio, podcasts and audiobooks, bought or subscribed to.",
    SPORTING_EVENTS_AMUSEMENT_PARKS_AND_MUSEUMS:
      "Matches, concerts, theatre, museums, zoos, theme parks, and tickets for them.",
    TV_AND_MOVIES: "Cinemas, video streaming, rented or bought films.",
    VIDEO_GAMES: "Games, game shops, and purchases inside games.",
    OTHER_ENTERTAINMENT: "Any other leisure: night clubs, bowling, hobbies, dating.",
  },
  FOOD_AND_DRINK: {
    BEER_WINE_AND_LIQUOR: "Shops that sell alcohol to take away; bars and pubs without a kitchen.",
    COFFEE: "Coffee shops, cafés, tea rooms, and doughnut shops known for coffee.",
    FAST_FOOD: "Food ordered at a counter or by a drive-through, of chains and takeaways.",
    GROCERIES: "Supermarkets, food shops, bakeries, markets, delivered groceries.",
    RESTAURANT: "Restaurants, pubs that serve meals, canteens, and delivered meals.",
    VENDING_MACHINES: "Drinks and snacks from a machine.",
    OTHER_FOOD_AND_DRINK:
      "Any other food or drink: sweets, ice cream, catering, cafeterias unnamed.",
  },
  GENERAL_MERCHANDISE: {
    BOOKSTORES_AND_NEWSSTANDS: "Books, newspapers, magazines and comics.",
    CLOTHING_AND_ACCESSORIES: "Clothes, shoes, jewellery, bags.",
    CONVENIENCE_STORES: "Corner shops and kiosks, also those of filling stations.",
    DEPARTMENT_STORES: "Shops with many departments and no focus on low prices.",
    DISCOUNT_STORES: "Shops whose promise is a low price: dollar shops, outlets, thrift shops.",
    ELECTRONICS: "Computers, phones, appliances, software and apps that are bought once.",
    GIFTS_AND_NOVELTIES: "Presents, cards, flowers, souvenirs, toys for giving, party goods.",
    OFFICE_SUPPLIES: "Stationery and equipment for offices.",
    ONLINE_MARKETPLACES: "Marketplaces on the internet where many sellers sell anything.",
    PET_SUPPLIES: "Food and goods for animals.",
    SPORTING_GOODS: "Equipment and clothes for sports, camping, cycling.",
    SUPERSTORES: "Large shops and warehouse clubs that sell food and everything else.",
    TOBACCO_AND_VAPE: "Tobacco, cigars, vaping, legal cannabis.",
    OTHER_GENERAL_MERCHANDISE:
      "Any other goods: toys, crafts, music shops, purchases with no kind told.",
  },
  HOME_IMPROVEMENT: {
    FURNITURE: "Furniture, bedding, and what furnishes a home.",
    HARDWARE: "Do-it-yourself and building materials, paint, tools, garden centres.",
    REPAIR_AND_MAINTENANCE:
      "Craftspeople and cleaners: plumbing, electricity, roofs, gardens, pests.",
    SECURITY: "Alarms, cameras and locks for a home.",
    OTHER_HOME_IMPROVEMENT: "Anything else for a home, such as pools and fireplaces.",
  },
  MEDICAL: {
    DENTAL_CARE: "Dentists and orthodontists.",
    EYE_CARE: "Opticians, eye doctors, glasses.",
    NURSING_CARE: "Nursing homes, and care at home.",
    PHARMACIES_AND_SUPPLEMENTS: "Pharmacies, drugstores, vitamins.",
    PRIMARY_CARE: "General practitioners and their practices.",
    VETERINARY_SERVICES: "Doctors and clinics for animals.",
    OTHER_MEDICAL:
      "Any other care: hospitals, specialists, therapy, laboratories, medical devices.",
  },
  PERSONAL_CARE: {
    GYMS_AND_FITNESS_CENTERS: "Gyms, pools, yoga, fitness classes.",
    HAIR_AND_BEAUTY: "Hairdressers, nails, spas, tattoos, cosmetics.",
    LAUNDRY_AND_DRY_CLEANING: "Laundries and dry cleaners.",
    OTHER_PERSONAL_CARE: "Any other care of body and mind, such as massage or diet programmes.",
  },
  GENERAL_SERVICES: {
    ACCOUNTING_AND_FINANCIAL_PLANNING:
      "Accountants, tax preparers, financial advice, credit reports.",
    AUTOMOTIVE: "Repair, parts, tyres, washing, inspection and towing of vehicles.",
    CHILDCARE: "Nurseries, babysitters, after-school care.",
    CONSULTING_AND_LEGAL: "Consultants, lawyers, notaries.",
    EDUCATION: "Schools, tuition, courses, exams, learning platforms.",
    INSURANCE: "Premiums of any insurance: car, home, health, life, travel, pets.",
    POSTAGE_AND_SHIPPING: "Post, parcels, couriers.",
    STORAGE: "Storage rooms and removals.",
    OTHER_GENERAL_SERVICES:
      "Any other service: software and cloud subscriptions, advertising, printing, photos, repair of goods.",
  },
  GOVERNMENT_AND_NON_PROFIT: {
    DONATIONS: "Gifts to charities, churches, political and public causes.",
    GOVERNMENT_DEPARTMENTS_AND_AGENCIES:
      "Fees and fines of public offices: licences, passports, registrations, courts.",
    TAX_PAYMENT: "Tax that is paid: income, property, council, vehicle, social contributions.",
    OTHER_GOVERNMENT_AND_NON_PROFIT: "Any other public body, club, union or association.",
  },
  TRANSPORTATION: {
    BIKES_AND_SCOOTERS: "Bicycles and scooters for hire.",
    GAS: "Fuel and charging of vehicles, at filling stations.",
    PARKING: "Parking spaces, meters and garages.",
    PUBLIC_TRANSIT: "Buses, metros, trams, trains, also between cities.",
    TAXIS_AND_RIDE_SHARES: "Taxis, ride hailing, and car sharing by the minute.",
    TOLLS: "Tolls of roads, bridges, tunnels, and congestion charges.",
    OTHER_TRANSPORTATION: "Any other way to get about, such as ferries.",
  },
  TRAVEL: {
    FLIGHTS: "Airlines, and what they sell on board.",
    LODGING: "Hotels, hostels, holiday homes, camp sites.",
    RENTAL_CARS: "Cars and vans for hire by the day.",
    OTHER_TRAVEL: "Any other travel: agencies, cruises, tours, airports, visas, luggage.",
  },
  RENT_AND_UTILITIES: {
    GAS_AND_ELECTRICITY: "Electricity, gas and heating of a home.",
    INTERNET_AND_CABLE: "Internet access, cable and satellite television, broadcasting fees.",
    RENT: "Rent of a home, room or office, and fees of the house's management.",
    SEWAGE_AND_WASTE_MANAGEMENT: "Sewage and waste.",
    TELEPHONE: "Mobile and fixed telephones.",
    WATER: "Water supply, alone or with sewage.",
    OTHER_UTILITIES: "Any other supply, or several in one bill.",
  },
} as const;

type Taxonomy = typeof TAXONOMY;

/** The wide category of a transaction. */
type PrimaryCategory = keyof Taxonomy;

/** The narrow category of a transaction; it begins with its primary one. */
export type DetailedCategory = {
  [Primary in PrimaryCategory]: `${Primary}_${keyof Taxonomy[Primary] & string}`;
}[PrimaryCategory];

type FinanceCategory = {
  primary: PrimaryCategory;
  detailed: DetailedCategory;
  /** A description of one sentence. */
  description: string;
};

/** Every personal finance category, in the order of the taxonomy. */
export const FINANCE_CATEGORIES: readonly FinanceCategory[] = Object.entries(TAXONOMY).flatMap(
  ([primary, details]) =>
    Object.entries(details).map(([suffix, description]) => ({
      primary: primary as PrimaryCategory,
      detailed: `${primary}_${suffix}` as DetailedCategory,
      description,
    })),
);
