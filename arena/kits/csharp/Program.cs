using System;

namespace ArenaBot
{
    static class Program
    {
        static void Main()
        {
            var output = Console.OpenStandardOutput();
            Console.SetOut(Console.Error); // standard output belongs to the arena: what the bot prints is its log
            new Conversation(new MyBot(), Console.OpenStandardInput(), output).Play();
        }
    }
}
