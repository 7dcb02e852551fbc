using System;
using System.Collections.Generic;
using Fields = System.Collections.Generic.Dictionary<string, object>;

namespace ArenaBot
{
    /// <summary>Plays any game at random.</summary>
    public sealed class MyBot : IBot
    {
        Random random;

        public string Name => "{{name}}";

        public IList<string> Send => new[] { "view", "legal", "events" };

        /// <summary>A match begins: look at match["game"], ["players"], ["seat"] and ["options"].</summary>
        public void Start(Fields match)
        {
            random = new Random((int)((long)match["bot_seed"] % int.MaxValue)); // same seed, same game
        }

        /// <summary>Start to think here: decision.Kind says what is asked, decision.View what you know.</summary>
        public int Choose(Decision decision) => random.Next(decision.Legal.Count);

        public void Over(Fields result)
        {
        }
    }
}
