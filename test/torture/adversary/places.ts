// Where the shops and their buyers are.

interface Place {
  readonly zone: string;
  readonly currency: string;
  readonly percent: number;
  readonly streets: readonly string[];
  /** City, state, postal code. */
  readonly cities: readonly (readonly [string, string, string])[];
  readonly people: readonly (readonly [string, string])[];
}

export const PLACES: Readonly<Record<string, Place>> = {
  US: {
    zone: 'America/Chicago',
    currency: 'USD',
    percent: 8,
    streets: ['Elm Street', 'Harbor Road', 'Mill Lane', 'Sunset Avenue', 'County Road'],
    cities: [
      ['Austin', 'TX', '73301'],
      ['Boston', 'MA', '02110'],
      ['Denver', 'CO', '80202'],
      ['Chicago', 'IL', '60601'],
      ['Miami', 'FL', '33101'],
    ],
    people: [
      ['Ann', 'Lee'],
      ['Marcus', 'Orr'],
      ['Dana', 'Whitfield'],
      ['Joy', "O'Neil"],
      ['Peter', 'Van Dyke'],
    ],
  },
  DE: {
    zone: 'Europe/Berlin',
    currency: 'EUR',
    percent: 19,
    streets: ['Lindenweg', 'Hauptstraße', 'Am Markt', 'Mühlgasse', 'Birkenallee'],
    cities: [
      ['Leipzig', 'SN', '04109'],
      ['Köln', 'NW', '50667'],
      ['Hamburg', 'HH', '20095'],
      ['München', 'BY', '80331'],
    ],
    people: [
      ['Jörg', 'Becker'],
      ['Anna', 'Weiß'],
      ['Swantje', 'Petersen'],
      ['Mia', 'Schäfer'],
    ],
  },
  FR: {
    zone: 'Europe/Paris',
    currency: 'EUR',
    percent: 20,
    streets: ['rue des Lilas', 'avenue Foch', 'place du Marché', 'chemin Vert'],
    cities: [
      ['Lyon', 'ARA', '69002'],
      ['Nantes', 'PDL', '44000'],
      ['Lille', 'HDF', '59000'],
    ],
    people: [
      ['Élodie', 'Lefèvre'],
      ['Luc', 'Morel'],
      ['Chloé', 'Dupont'],
    ],
  },
  GB: {
    zone: 'Europe/London',
    currency: 'GBP',
    percent: 20,
    streets: ['Church Lane', 'Station Road', 'Kings Parade'],
    cities: [
      ['Leeds', 'ENG', 'LS1 4AP'],
      ['Bath', 'ENG', 'BA1 1SU'],
      ['Dundee', 'SCT', 'DD1 1DB'],
    ],
    people: [
      ['Nigel', 'Hart'],
      ['Priya', 'Shah'],
      ['Owen', 'Price'],
    ],
  },
};
